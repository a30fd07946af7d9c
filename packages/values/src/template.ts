/** A value that can be inserted into a message. */
export type MessageArg = string | number

/** The arguments that a template requires: `{0}と{1}` takes two. */
export type ArgsOf<Template extends string> = Template extends `${string}{2}${string}`
  ? [MessageArg, MessageArg, MessageArg]
  : Template extends `${string}{1}${string}`
    ? [MessageArg, MessageArg]
    : Template extends `${string}{0}${string}`
      ? [MessageArg]
      : []

/**
 * Inserts the arguments at `{0}`, `{1}`, … of a template. Plain text: a caller that shows it as HTML must escape it.
 */
export function fillTemplate(template: string, args: readonly MessageArg[]): string {
  return template.replace(/\{(\d)\}/g, (place, index: string) => String(args[Number(index)] ?? place))
}
