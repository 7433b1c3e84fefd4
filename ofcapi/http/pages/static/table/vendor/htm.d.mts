/** What the page uses of htm: a tag for templates, which makes each element with `h`. */

type MakeElement<Element> = (
  type: unknown,
  props: object | null,
  ...children: unknown[]
) => Element;

declare const htm: {
  bind<Element>(
    h: MakeElement<Element>,
  ): (strings: TemplateStringsArray, ...values: unknown[]) => Element;
};

export default htm;
