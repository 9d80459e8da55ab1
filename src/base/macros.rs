//! Macros that several crates share: ids, rows of registries, settings with a method for each field.

/// Defines a newtype over `u32`: the ids of one kind of thing.
#[macro_export]
macro_rules! define_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 of a kind"))
            }
        }

        impl From<u32> for $name {
            fn from(number: u32) -> Self {
                Self(number)
            }
        }

        impl From<$name> for u32 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<$name> for usize {
            fn from(id: $name) -> usize {
                id.index()
            }
        }
    };
}

/// The row of a registry with this name, ignoring case.
#[macro_export]
macro_rules! row_named {
    ($rows:expr, $name:expr) => {
        $rows.iter().find(|row| row.name.eq_ignore_ascii_case($name))
    };
}

/// A struct that may get more fields, and for each of its fields a method that sets it; optional ones come last.
#[macro_export]
macro_rules! settable {
    (
        $(#[$doc:meta])*
        pub struct $name:ident $(<$cost:ident>)? {
            $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
        } {
            $($(#[$option_doc:meta])* $option:ident: Option<$inner:ty>,)*
        }
    ) => {
        $(#[$doc])*
        pub struct $name $(<$cost>)? {
            $($(#[$field_doc])* pub $field: $type,)*
            $($(#[$option_doc])* pub $option: Option<$inner>,)*
        }

        impl $(<$cost>)? $name $(<$cost>)? {
            $(
                #[doc = concat!("Sets `", stringify!($field), "`.\n")]
                $(#[$field_doc])*
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
            $(
                #[doc = concat!("Sets `", stringify!($option), "`.\n")]
                $(#[$option_doc])*
                #[must_use]
                pub fn $option(mut self, $option: impl Into<Option<$inner>>) -> Self {
                    self.$option = $option.into();
                    self
                }
            )*
        }
    };
}
