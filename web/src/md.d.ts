declare module "*.md" {
  export const headings: { level: number; text: string; address: string }[];
  const html: string;
  export default html;
}
