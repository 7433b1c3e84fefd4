/** What the page uses of Preact. */

/** A piece of the page as it is to be drawn. */
export interface VNode {
  readonly type: unknown;
  readonly props: object;
}

export function h(type: unknown, props: object | null, ...children: unknown[]): VNode;
export function render(page: VNode, into: Element): void;
