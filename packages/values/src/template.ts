/** A value that can be inserted into a message. */
export type TemplateArgument = string | number

/** The arguments that a template requires: `{0}と{1}` takes two. */
export type TemplateArguments<Template extends string> = Template extends `${string}{2}${string}`
  ? [TemplateArgument, TemplateArgument, TemplateArgument]
  : Template extends `${string}{1}${string}`
    ? [TemplateArgument, TemplateArgument]
    : Template extends `${string}{0}${string}`
      ? [TemplateArgument]
      : []

/**
 * Inserts the arguments at `{0}`, `{1}`, … of a template. Plain text: a caller that shows it as HTML must escape it.
 */
export function fillTemplate(template: string, args: readonly TemplateArgument[]): string {
  return template.replace(/\{(\d)\}/g, (place, index: string) => String(args[Number(index)] ?? place))
}
