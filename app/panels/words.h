// What the numbers show, in words: sentences that claim no more than the results do.
#pragma once

#include <string>
#include <vector>

#include "core/session/lesson.h"

namespace whatwhere {

// "yes", "no", or "—" where no token repeats.
std::string same_token_verdict_word(const SameToken& same);

// One short line: how many pairs there are, and how many of them differ.
std::string same_token_line(const SameToken& same);

// The pairs, one a line, with their distances.
std::string same_token_evidence(const SameToken& same);

// "yes", "no", or "—" where there is no order before.
std::string multiset_word(const LessonResults& results);

// "2 of 3", or "—" where there is no order before.
std::string slots_changed_word(const LessonResults& results);

// What a reorder did, sentence by sentence: the multiset, the slots that changed, those that did not and why.
std::vector<std::string> order_sentences(const Session& session, const LessonResults& results);

}  // namespace whatwhere
