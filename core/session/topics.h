// Topics: what only some of the pages show of a Session. Each is a pure function of the Session and its
// results, computed when it is asked for and kept until the Session's numbers change.
#pragma once

#include <any>
#include <typeindex>
#include <unordered_map>
#include <utility>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

class Topics {
 public:
  template <typename Topic>
  const Topic& of(const Session& session, const LessonResults& results,
                  Topic (*compute)(const Session&, const LessonResults&)) {
    Kept& kept = kept_[typeid(Topic)];
    if (!kept.topic.has_value() || !same_numbers(kept.session, session)) {
      kept.topic = compute(session, results);
      kept.session = session;
    }
    return *std::any_cast<Topic>(&kept.topic);
  }

 private:
  struct Kept {
    Session session;  // the one that the topic is of
    std::any topic;
  };
  std::unordered_map<std::type_index, Kept> kept_;
};

}  // namespace whatwhere
