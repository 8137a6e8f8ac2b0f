declare module "jest-axe" {
  export const axe: (html: Element | string, options?: object) => Promise<object>;
  export const toHaveNoViolations: jest.ExpectExtendMap;
}

declare namespace jest {
  interface Matchers<R> {
    toHaveNoViolations(): R;
  }
}
