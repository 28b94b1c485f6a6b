//! Vector algebra in space.

pub(super) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn difference(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scaled(a: [f32; 3], factor: f32) -> [f32; 3] {
    a.map(|component| component * factor)
}

pub(super) fn moved(start: [f32; 3], distance: f32, direction: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| start[k] + distance * direction[k])
}

pub(super) fn length(a: [f32; 3]) -> f32 {
    dot(a, a).sqrt()
}
