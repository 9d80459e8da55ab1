//! A hash of a text that tells it from every other, the same everywhere: SHA-256 (FIPS 180-4).
//!
//! In: bytes. Out: 64 hexadecimal digits, as the command `sha256sum` prints them of a file of these bytes.

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
const K: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

/// The first 32 bits of the fractional parts of the square roots of the first eight primes.
#[rustfmt::skip]
const START: [u32; 8] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
];

/// The SHA-256 digest, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let whole = bytes.len() / 64 * 64;
    let mut end = bytes[whole..].to_vec();
    end.push(0x80);
    end.resize(if end.len() <= 56 { 56 } else { 120 }, 0);
    end.extend(8_u64.wrapping_mul(bytes.len() as u64).to_be_bytes());
    let mut state = START;
    for block in bytes[..whole].chunks_exact(64).chain(end.chunks_exact(64)) {
        mix(&mut state, block);
    }
    state.iter().fold(String::new(), |text, word| text + &format!("{word:08x}"))
}

/// Takes in one block of 64 bytes.
fn mix(state: &mut [u32; 8], block: &[u8]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for at in 16..64 {
        let (early, late) = (words[at - 15], words[at - 2]);
        let early = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let late = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        words[at] = words[at - 16].wrapping_add(early).wrapping_add(words[at - 7]).wrapping_add(late);
    }
    let mut now = *state;
    for (word, constant) in words.into_iter().zip(K) {
        let [first, second, third, .., last] = now;
        let [_, _, _, _, chooses, one, other, _] = now;
        let turned = chooses.rotate_right(6) ^ chooses.rotate_right(11) ^ chooses.rotate_right(25);
        let chosen = (chooses & one) ^ (!chooses & other);
        let more = last.wrapping_add(turned).wrapping_add(chosen).wrapping_add(constant).wrapping_add(word);
        let turned = first.rotate_right(2) ^ first.rotate_right(13) ^ first.rotate_right(22);
        let most = (first & second) ^ (first & third) ^ (second & third);
        now.rotate_right(1);
        now[4] = now[4].wrapping_add(more);
        now[0] = more.wrapping_add(turned).wrapping_add(most);
    }
    for (word, more) in state.iter_mut().zip(now) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn digests_are_those_of_the_standard() {
        let long = "a".repeat(1_000_000);
        for (text, start, end) in [
            ("", "e3b0c44298fc1c14", "a495991b7852b855"),
            ("abc", "ba7816bf8f01cfea", "b410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8",
                "f6ecedd419db06c1",
            ),
            (&long, "cdc76e5c9914fb92", "c7112cd0"),
        ] {
            let found = sha256(text.as_bytes());
            assert!(found.len() == 64 && found.starts_with(start) && found.ends_with(end), "{found}");
        }
        // Each length of the last block.
        let all: std::collections::BTreeSet<_> = (0..200).map(|length| sha256(&vec![b'x'; length])).collect();
        assert_eq!(all.len(), 200);
    }
}
