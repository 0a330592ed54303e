#include "core/model/access.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace whatwhere {

void expect_whole(const Bytes& bytes) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<std::uintptr_t>(bytes.view.data());
  const std::uintptr_t first = start / page * page;
  // Where the system does not take the advice, reading is slower and the same.
  (void)::madvise(reinterpret_cast<void*>(first), start + bytes.size() - first, MADV_NORMAL);
}

}  // namespace whatwhere
