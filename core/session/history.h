// Undo and redo without limit: every Session that was, in order, and which of them is the present.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/session/actions.h"
#include "core/session/session.h"

namespace whatwhere {

class History {
 public:
  explicit History(Session start = {}) : sessions_{std::move(start)} {}

  const Session& present() const { return sessions_[now_]; }

  // How many steps lie before the present.
  std::size_t position() const { return now_; }

  // Applies an action, undo and redo among them. Steps of one gesture (action.continues, and the same action
  // before it) are one step of the history; an action that changes nothing, or only where a person looks, is
  // none.
  // Throws ActionRefused with the reason of why_not; nothing has changed then.
  void perform(const Action& action);

  // Makes `session` the present, as one step that can be undone: an opened file, for instance.
  void replace(Session session);

  // As whatwhere::why_not, for undo and redo too.
  std::string why_not(const Action& action) const;

 private:
  std::vector<Session> sessions_;
  std::size_t now_ = 0;
  std::optional<ActionId> last_;  // the action that made the present; nothing after undo, redo, replace
};

}  // namespace whatwhere
