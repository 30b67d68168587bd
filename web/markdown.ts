import { marked, type Tokens } from "marked";
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

/** Our own Markdown pages as HTML and a list of their headings, made when the page is built. */
export function markdown(): Plugin {
  return {
    name: "tatze-markdown",
    transform(source, id) {
      if (!id.endsWith(".md")) return null;
      const headings: { level: number; text: string; address: string }[] = [];
      const renderer = new marked.Renderer();
      renderer.heading = function ({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = html.replace(/<[^>]*>/g, "");
        headings.push({ level: depth, text, address: address(text) });
        return `<h${depth} id="${address(text)}">${html}</h${depth}>\n`;
      };
      // What is too wide for a phone scrolls, and what scrolls can be reached by keyboard.
      renderer.code = ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
      renderer.table = function (token: Tokens.Table) {
        return `<div class="scroll" tabindex="0">${marked.Renderer.prototype.table.call(this, token)}</div>\n`;
      };
      const html = withLinks(marked.parse(source.replace(OTHER_PAGES, ""), { renderer, async: false }));
      return `export const headings = ${JSON.stringify(headings)};\nexport default ${JSON.stringify(html)};\n`;
    },
  };
}
