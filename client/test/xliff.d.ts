/** The parts of `xliff` that the tests use; the package has no types. */
interface XliffFile {
  sourceLanguage: string;
  targetLanguage: string;
  resources: Record<string, Record<string, { source: string; target?: string }>>;
}

declare module "xliff/xliff2js" {
  export default function xliff2js(text: string): Promise<XliffFile>;
}

declare module "xliff/js2xliff" {
  export default function js2xliff(file: XliffFile): Promise<string>;
}
