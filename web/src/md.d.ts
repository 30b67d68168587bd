/** A Markdown page: its headings, each with the text below it. */
declare module "*.md" {
  const sections: { level: number; text: string; address: string; html: string }[];
  export default sections;
}
