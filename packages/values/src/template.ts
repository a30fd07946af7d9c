/** What can stand in a message. */
export type MessageArg = string | number

/** The arguments that a template needs: `{0}と{1}` takes two. */
export type ArgsOf<Template extends string> = Template extends `${string}{2}${string}`
  ? [MessageArg, MessageArg, MessageArg]
  : Template extends `${string}{1}${string}`
    ? [MessageArg, MessageArg]
    : Template extends `${string}{0}${string}`
      ? [MessageArg]
      : []

/** Puts the arguments in the places `{0}`, `{1}`, … of a template. Plain text: whoever shows it as HTML escapes it. */
export function fillTemplate(template: string, args: readonly MessageArg[]): string {
  return template.replace(/\{(\d)\}/g, (place, index: string) => String(args[Number(index)] ?? place))
}
