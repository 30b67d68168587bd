import { marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";

/** A rule's heading, "L-6 · A play is …", gets the rule's number as its address, so that a refusal can lead to it. */
function address(text: string): string {
  const rule = /^([A-Z]-\d+) · /.exec(text);
  if (rule?.[1]) return rule[1].toLowerCase();
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
}

/** Wherever a rule is named in a text, that leads to it. */
function withLinks(html: string): string {
  const named = /<(h[1-6]|a|code|pre)\b.*?<\/\1>|\b[A-Z]-\d+\b/gs;
  return html.replace(named, (found) => (found.startsWith("<") ? found : `<a class="rule" href="#${found.toLowerCase()}">${found}</a>`));
}

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The line that leads to the other language and the glossary; the page has its own ways there. */
const OTHER_PAGES = /^\[(Deutsch|English)\]\(.*$/m;

/** A part of a page: a heading and the text up to the next one. */
interface Section {
  level: number;
  text: string;
  address: string;
  html: string;
}

/** The text below each heading of a page, as HTML. */
function sectionsOf(source: string): Section[] {
  const renderer = new marked.Renderer();
  // What is too wide for a phone scrolls, and what scrolls can be reached by keyboard. A game may draw what an example shows.
  renderer.code = ({ text, lang }: Tokens.Code) => {
    const code = `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
    return lang === "text" ? `<figure class="example">${code}</figure>\n` : code;
  };
  renderer.table = function (token: Tokens.Table) {
    return `<div class="scroll" tabindex="0">${marked.Renderer.prototype.table.call(this, token)}</div>\n`;
  };
  const headings: { heading: Tokens.Heading; below: Token[] }[] = [];
  for (const token of marked.lexer(source)) {
    if (token.type === "heading") headings.push({ heading: token as Tokens.Heading, below: [] });
    else headings.at(-1)?.below.push(token);
  }
  return headings.map(({ heading: { depth, text }, below }) => ({
    level: depth,
    text,
    address: address(text),
    html: withLinks(marked.parser(below, { renderer })),
  }));
}

/** Our own Markdown pages as a list of sections, made when the page is built. */
export function markdown(): Plugin {
  return {
    name: "tatze-markdown",
    transform(source, id) {
      if (!id.endsWith(".md")) return null;
      return `export default ${JSON.stringify(sectionsOf(source.replace(OTHER_PAGES, "")))};\n`;
    },
  };
}
