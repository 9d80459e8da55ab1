//! Text escaped for markup and for scripts, and tables.

use std::fmt::Write;

/// Text escaped for use between tags and in attributes: special characters as entities, without characters that XML
/// does not allow.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if one.is_control() && !matches!(one, '\n' | '\t') => {}
            _ => out.push(one),
        }
    }
    out
}

/// Data for the script of a page, under a name. No text in the data can end the script.
pub fn embedded(name: &str, data: &serde_json::Value) -> String {
    let text = data.to_string().replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e");
    format!("<script type=\"application/json\" id=\"{name}\">{text}</script>\n")
}

/// The beginning of a table that may be wider than the page, and whose rows readers can sort by any column; [`END`]
/// ends it.
pub fn head<'a>(columns: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::from("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for name in columns.into_iter().map(escape) {
        let _ = write!(out, "<th scope=\"col\"><button type=\"button\" class=\"sort\">{name}</button></th>");
    }
    out + "</tr></thead>\n<tbody>\n"
}

/// A row: its first cell as markup, the others as text.
pub fn row(first: &str, cells: &[String]) -> String {
    let mut out = format!("<tr><th scope=\"row\">{first}</th>");
    for cell in cells {
        let _ = write!(out, "<td>{}</td>", escape(cell));
    }
    out + "</tr>\n"
}

/// The options of a choice: the text of each, with its value if that differs.
pub fn options<'a>(options: impl IntoIterator<Item = (Option<&'a str>, &'a str)>) -> String {
    let mut out = String::new();
    for (value, shown) in options {
        let value = value.map(|value| format!(" value=\"{}\"", escape(value))).unwrap_or_default();
        let _ = write!(out, "<option{value}>{}</option>", escape(shown));
    }
    out
}

pub const END: &str = "</tbody>\n</table></div>\n";

#[cfg(test)]
mod tests {
    use super::{embedded, escape};

    #[test]
    fn no_text_leaves_its_place() {
        assert_eq!(escape("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot;");
        let data = embedded("x", &serde_json::json!("</script><b>"));
        assert_eq!(data.matches('<').count(), 2, "{data}");
    }
}
