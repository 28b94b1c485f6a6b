//! The order that packs chosen lanes to the front, for instruction sets without an instruction for it.

/// For each mask of eight bits: the numbers of the set bits in order, then zeros.
static ORDERS: [[u32; 8]; 256] = orders();

const fn orders() -> [[u32; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut next = 0;
        let mut lane = 0;
        while lane < 8 {
            if bits >> lane & 1 == 1 {
                table[bits][next] = lane;
                next += 1;
            }
            lane += 1;
        }
        bits += 1;
    }
    table
}

/// The numbers of the set bits among the lowest eight, in order, then zeros.
#[inline(always)]
pub(super) fn packing_order(bits: u32) -> &'static [u32; 8] {
    &ORDERS[(bits & 0xff) as usize]
}
