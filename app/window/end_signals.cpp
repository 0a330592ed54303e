#include "app/window/end_signals.h"

#include <GLFW/glfw3.h>

namespace whatwhere {

EndSignals::EndSignals() {
  sigemptyset(&signals_);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  waiter_ = std::thread([this] {
    int signal = 0;
    sigwait(&signals_, &signal);
    arrived_ = true;
    glfwPostEmptyEvent();  // may be called from any thread
  });
}

EndSignals::~EndSignals() {
  pthread_kill(waiter_.native_handle(), SIGTERM);  // ends the wait; does no harm when it is over
  waiter_.join();
  pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
}

}  // namespace whatwhere
