//! Vector algebra in float32, for the code of the source documents and of the textbook.

pub(crate) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn difference(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scaled(a: [f32; 3], factor: f32) -> [f32; 3] {
    a.map(|component| component * factor)
}

pub(crate) fn moved(start: [f32; 3], distance: f32, direction: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| start[k] + distance * direction[k])
}

pub(crate) fn length(a: [f32; 3]) -> f32 {
    dot(a, a).sqrt()
}
