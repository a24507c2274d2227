//! Files in memory: mapped where the system can do that, read otherwise.
//!
//! A mapped file takes no time to be read and no memory that is not given back when it is short: its pages are those of
//! the system's cache, which programs share.

use std::fs::File;
use std::io;
use std::ops::Deref;

/// The bytes of a file, to be read.
///
/// The file must not be cut short or changed as long as this lives: the system ends a program that reads what is not
/// there any more.
#[derive(Debug)]
pub(crate) struct FileMap(Bytes);

#[cfg(all(target_os = "linux", not(miri)))]
use mapped::Bytes;
#[cfg(not(all(target_os = "linux", not(miri))))]
use read::Bytes;

impl FileMap {
    /// All bytes of a file.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        Bytes::new(file).map(Self)
    }
}

impl Deref for FileMap {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.0.bytes()
    }
}

#[cfg(all(target_os = "linux", not(miri)))]
#[expect(unsafe_code, reason = "what is mapped is known by its address")]
mod mapped {
    use std::fs::File;
    use std::io;
    use std::ptr::{NonNull, null_mut};
    use std::slice;

    use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

    /// Pages that are mapped as long as this lives.
    #[derive(Debug)]
    pub(super) struct Bytes {
        start: NonNull<u8>,
        len: usize,
    }

    // SAFETY: the pages are only read, and belong to no thread.
    unsafe impl Send for Bytes {}
    // SAFETY: as above.
    unsafe impl Sync for Bytes {}

    impl Bytes {
        pub(super) fn new(file: &File) -> io::Result<Self> {
            let len = usize::try_from(file.metadata()?.len())
                .map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
            if len == 0 {
                // The system maps nothing of an empty file.
                let start = NonNull::dangling();
                return Ok(Self { start, len });
            }
            let flags = MapFlags::SHARED | MapFlags::POPULATE;
            // SAFETY: the system chooses where the pages are, so that nothing else is there, and they are only read.
            let start = unsafe { mmap(null_mut(), len, ProtFlags::READ, flags, file, 0) }?;
            let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
            Ok(Self { start, len })
        }

        #[inline]
        pub(super) fn bytes(&self) -> &[u8] {
            // SAFETY: so many bytes are mapped from there on until this is dropped, and a slice may be of none
            // from any address that is not null.
            unsafe { slice::from_raw_parts(self.start.as_ptr(), self.len) }
        }
    }

    impl Drop for Bytes {
        fn drop(&mut self) {
            if self.len > 0 {
                // SAFETY: they were mapped by `new`, and nothing borrows them any more.
                let _ = unsafe { munmap(self.start.as_ptr().cast(), self.len) };
            }
        }
    }
}

/// The safe twin: reads the file.
#[cfg(any(test, not(all(target_os = "linux", not(miri)))))]
mod read {
    use std::fs::File;
    use std::io::{self, Read};

    #[derive(Debug)]
    pub(super) struct Bytes(Vec<u8>);

    impl Bytes {
        pub(super) fn new(mut file: &File) -> io::Result<Self> {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok(Self(bytes))
        }

        #[inline]
        pub(super) fn bytes(&self) -> &[u8] {
            &self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::{FileMap, read};

    #[test]
    fn both_twins_have_the_bytes_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bytes");
        for len in [0, 1, 4096, 70_001] {
            let bytes: Vec<u8> = (0..len).map(|index: u32| index.to_le_bytes()[0]).collect();
            fs::write(&path, &bytes).unwrap();
            let mapped = FileMap::new(&File::open(&path).unwrap()).unwrap();
            assert_eq!(*mapped, bytes);
            let twin = read::Bytes::new(&File::open(&path).unwrap()).unwrap();
            assert_eq!(twin.bytes(), bytes);
        }
    }
}
