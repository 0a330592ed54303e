#include "core/session/session.h"

namespace whatwhere {

void end_run(ChangedTables& tables) {
  tables.training_steps = 0;
  tables.curve.reset();
}

bool shows_model(const Session& session) {
  const auto page = static_cast<std::size_t>(session.view.page);
  return session.real && (session.view.page == Page::widget || page >= kLessonPages);
}

const Sequence& shown_sequence(const Session& session) {
  return shows_model(session) ? session.real->sequence : session.sequence;
}

PositionScheme shown_scheme(const Session& session) {
  return shows_model(session) ? session.real->position : session.position;
}

void check_sequence(const std::vector<TokenId>& ids) {
  check_ids(ids, kVocabSize);
  check_context(ids.size(), kContextLength);
}

const std::vector<Example>& examples() {
  static const std::vector<Example> all = {
      {"the cat the", "one token in two slots: are its two vectors the same?", ids_of_words("the cat the")},
      {"dog bites man", "shuffle it: the bag of vectors cannot tell who bit whom",
       ids_of_words("dog bites man")},
      {"man bites dog", "the same three vectors as \"dog bites man\", in another order",
       ids_of_words("man bites dog")},
      {"the \xC3\x97 4", "the same token four times: only its position can tell the slots apart",
       ids_of_words("the the the the")},
      {"full context", "every slot is taken: one more token is refused, P has no row for it",
       ids_of_words("the dog bites the man the cat runs")},
  };
  return all;
}

}  // namespace whatwhere
