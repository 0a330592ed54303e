// Topics: what only some of the pages show. Each is a pure function of its request, computed when it is asked
// for and kept until the request is another one.
#pragma once

#include <any>
#include <functional>
#include <typeindex>
#include <unordered_map>
#include <utility>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

class Topics {
 public:
  // What `compute` makes of the request: of the last one again where it is the same.
  template <typename Topic, typename Request>
  const Topic& of(const Request& request, Topic (*compute)(const Request&)) {
    return kept<Topic>(request, [&] { return compute(request); });
  }

  // The same for the toy's choices with their results.
  template <typename Topic>
  const Topic& of(const ToyChoices& choices, const LessonResults& results,
                  Topic (*compute)(const ToyChoices&, const LessonResults&)) {
    return kept<Topic>(choices, [&] { return compute(choices, results); });
  }

 private:
  template <typename Topic, typename Request, typename Compute>
  const Topic& kept(const Request& request, Compute compute) {
    using Kept = std::pair<Request, Topic>;
    std::any& slot = topics_[typeid(Topic)];
    const Kept* before = std::any_cast<Kept>(&slot);
    if (before == nullptr || !(before->first == request)) {
      slot = Kept(request, compute());
      before = std::any_cast<Kept>(&slot);
    }
    return before->second;
  }

  std::unordered_map<std::type_index, std::any> topics_;
};

}  // namespace whatwhere
