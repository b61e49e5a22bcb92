// Gram lists: a plain number, a Rice code with the best parameter, or a bit map.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/gram_list.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace codeweaver::store {
namespace {

constexpr unsigned char kBitMap = 255;
constexpr unsigned kMostRiceBits = 31;

/// Writes bits, the lowest of a byte first. The rest of the last byte is ones, which encode no
/// number.
class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}
  void put(std::uint64_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i) put_bit((value >> i & 1U) != 0);
  }
  void put_ones(std::uint64_t count) {
    for (; count > 0; --count) put_bit(true);
  }
  void put_bit(bool bit) {
    if (free_ == 0) {
      out_ += '\xFF';
      free_ = 8;
    }
    if (!bit)
      out_.back() =
          static_cast<char>(static_cast<unsigned char>(out_.back()) & ~(1U << (8 - free_)));
    --free_;
  }

 private:
  std::string& out_;
  unsigned free_ = 0;  // bits of the last byte
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes), bits_(bytes.size() * 8) {}
  /// Reads ones up to the next zero, and the `bits` bits after it. False: they do not fit one word.
  bool short_number(unsigned bits, std::uint64_t& ones, std::uint64_t& low) {
    const std::uint64_t word = peek();
    const auto count = static_cast<unsigned>(std::countr_one(word));
    if (count + 1 + bits > kPeeked || at_ + count + 1 + bits > bits_) return false;
    ones = count;
    low = word >> (count + 1) & ((std::uint64_t{1} << bits) - 1);
    at_ += count + 1 + bits;
    return true;
  }
  /// Reads ones up to and including the next zero; false: no more zeros.
  bool ones(std::uint64_t& count) {
    for (count = 0; at_ < bits_;) {
      const auto here = static_cast<unsigned>(std::countr_one(peek()));
      const unsigned step = std::min(here, kPeeked);
      at_ += step;
      count += step;
      if (here >= kPeeked) continue;
      return at_++ < bits_;
    }
    return false;
  }
  bool take(unsigned bits, std::uint64_t& value) {
    if (bits > bits_ - std::min(at_, bits_)) return false;
    value = peek() & ((std::uint64_t{1} << bits) - 1);
    at_ += bits;
    return true;
  }

 private:
  static constexpr unsigned kPeeked = 57;  // bits that a word holds from any position in a byte

  /// The next bits, followed by ones after the end.
  std::uint64_t peek() const {
    std::uint64_t word = ~std::uint64_t{0};
    const std::size_t byte = at_ / 8;
    if (byte + sizeof word <= bytes_.size())
      std::memcpy(&word, bytes_.data() + byte, sizeof word);
    else if (byte < bytes_.size())
      std::memcpy(&word, bytes_.data() + byte, std::min(sizeof word, bytes_.size() - byte));
    const unsigned shift = at_ % 8;
    return word >> shift | ~(~std::uint64_t{0} >> shift);
  }
  std::string_view bytes_;
  std::size_t bits_, at_ = 0;
};

template <class Visit>
void for_each_gap(std::span<const std::uint32_t> numbers, Visit&& visit) {
  std::uint32_t next = 0;
  for (const std::uint32_t number : numbers) {
    visit(number - next);
    next = number + 1;
  }
}

std::uint64_t rice_bits(std::span<const std::uint32_t> numbers, unsigned parameter) {
  std::uint64_t bits = numbers.size() * (1ULL + parameter);
  for_each_gap(numbers, [&](std::uint32_t gap) { bits += gap >> parameter; });
  return bits;
}

/// Size of a list with a single number. No other list has that size.
std::size_t bytes_of_one(std::size_t blocks) {
  const auto bits = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(blocks, 2) - 1));
  return (bits + 7) / 8;
}

bool add_one(std::string_view bytes, ChunkSet& out) {
  std::size_t number = 0;
  for (std::size_t i = bytes.size(); i > 0; --i)
    number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  if (number >= out.size()) return false;
  out.set(number, true);
  return true;
}

bool add_bit_map(std::string_view bytes, ChunkSet& out) {
  if (bytes.size() != (out.size() + 7) / 8) return false;
  out.add_bits(bytes);
  return true;
}

}  // namespace

void put_gram_list(std::string& out, std::span<const std::uint32_t> numbers, std::size_t blocks) {
  const std::size_t one = bytes_of_one(blocks);
  if (numbers.size() == 1) {
    for (std::size_t i = 0; i < one; ++i) out += static_cast<char>(numbers.front() >> (8 * i));
    return;
  }
  const auto guess = static_cast<unsigned>(std::bit_width(blocks / numbers.size()));
  unsigned best = 0;
  std::uint64_t least = UINT64_MAX;
  for (unsigned k = guess < 3 ? 0 : guess - 3; k <= std::min(guess, kMostRiceBits); ++k) {
    const std::uint64_t bits = rice_bits(numbers, k);
    if (bits < least) {
      least = bits;
      best = k;
    }
  }
  if ((least + 7) / 8 >= (blocks + 7) / 8) {
    out += static_cast<char>(kBitMap);
    const std::size_t begin = out.size();
    out.append((blocks + 7) / 8, '\0');
    for (const std::uint32_t number : numbers) {
      char& byte = out[begin + number / 8];
      byte = static_cast<char>(static_cast<unsigned char>(byte) | 1U << (number % 8));
    }
    return;
  }
  const std::size_t begin = out.size();
  out += static_cast<char>(best);
  BitWriter bits(out);
  for_each_gap(numbers, [&](std::uint32_t gap) {
    bits.put_ones(gap >> best);
    bits.put_bit(false);
    bits.put(gap, best);
  });
  if (out.size() - begin == one) out += '\xFF';  // ones encode no number
}

bool add_gram_list(std::string_view list, ChunkSet& out) {
  if (list.empty()) return false;
  if (list.size() == bytes_of_one(out.size())) return add_one(list, out);
  const auto form = static_cast<unsigned char>(list.front());
  list.remove_prefix(1);
  if (form == kBitMap) return add_bit_map(list, out);
  if (form > kMostRiceBits) return false;
  BitReader bits(list);
  std::uint64_t next = 0, high = 0, low = 0;
  for (;;) {
    if (!bits.short_number(form, high, low)) {
      if (!bits.ones(high)) return true;
      if (!bits.take(form, low)) return false;
    }
    const std::uint64_t number = next + (high << form) + low;
    if (number >= out.size()) return false;
    out.set(static_cast<std::size_t>(number), true);
    next = number + 1;
  }
}

}  // namespace codeweaver::store
