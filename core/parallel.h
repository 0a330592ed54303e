// Work cut into blocks that run on several threads, with results that do not depend on how many there are.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace whatwhere {

// Who watches a long computation: it stops soon after `cancelled` became true, and moves `progress` from
// `from` to `to`.
struct Watch {
  const std::atomic<bool>& cancelled;
  std::atomic<float>& progress;
  float from = 0.0F;
  float to = 1.0F;
};

// How many blocks of `size` hold n things; the last may hold fewer. size is at least 1.
inline std::size_t blocks_of(std::size_t n, std::size_t size) { return n / size + (n % size == 0 ? 0 : 1); }

// As many threads as the machine runs at once where `threads` is 0, and no more than there are blocks.
std::size_t worker_count(std::size_t threads, std::size_t blocks);

// Calls work(block, worker) for each block in [0, blocks), from worker_count(threads, blocks) threads of
// which the caller's is one; `worker` numbers them, so that each can have memory of its own. After the work
// of a block, finish(block, worker) is called by the same thread, one block at a time and in the order of the
// blocks: sums that are added there have the same bits for any number of threads.
// False if it was cancelled. What work or finish throws is thrown to the caller, after the threads ended.
bool for_each_block(std::size_t blocks, std::size_t threads, const Watch& watch,
                    const std::function<void(std::size_t block, std::size_t worker)>& work,
                    const std::function<void(std::size_t block, std::size_t worker)>& finish = {});

}  // namespace whatwhere
