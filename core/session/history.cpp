#include "core/session/history.h"

#include <string>
#include <utility>

#include "core/errors.h"

namespace whatwhere {

namespace {

// Where a person looks is no step: undo goes back to the page on which the change was made.
bool only_looks(ActionId id) {
  return id == ActionId::show_page || id == ActionId::show_model_page || id == ActionId::choose_learning_part;
}

}  // namespace

std::string History::why_not(const Action& action) const {
  if (action.id == ActionId::undo && now_ == 0) return "There is nothing to undo.";
  if (action.id == ActionId::redo && now_ + 1 == sessions_.size()) return "There is nothing to redo.";
  return whatwhere::why_not(present(), action);
}

void History::perform(const Action& action) {
  if (const std::string reason = why_not(action); !reason.empty()) throw ActionRefused(reason);
  if (action.id == ActionId::undo || action.id == ActionId::redo) {
    now_ = action.id == ActionId::undo ? now_ - 1 : now_ + 1;
    last_.reset();
    return;
  }
  Session changed = apply(present(), action);
  if (changed == present()) return;
  if (only_looks(action.id)) {
    sessions_[now_] = std::move(changed);
    return;
  }
  if (action.continues && last_ == action.id) {
    sessions_.resize(now_);
    sessions_.push_back(std::move(changed));
  } else {
    replace(std::move(changed));
  }
  last_ = action.id;
}

void History::replace(Session session) {
  sessions_.resize(now_ + 1);
  sessions_.push_back(std::move(session));
  ++now_;
  last_.reset();
}

}  // namespace whatwhere
