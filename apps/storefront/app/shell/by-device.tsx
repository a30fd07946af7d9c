import { RichText } from '../ui/rich-text.tsx'

/** `mobile` null: the same as for PCs. */
export interface LayoutContent {
  pc: string
  mobile: string | null
}

/**
 * Shop content with a variant per device. The page is cached for everybody, so both stand in it where they differ, and
 * the width of the window shows one: the server can't ask for the user agent.
 */
export function ByDevice({ content, className }: { content: LayoutContent; className: string }) {
  if (content.mobile === null) return <RichText html={content.pc} className={className} />
  return (
    <>
      <RichText html={content.mobile} className={`${className} md:hidden`} />
      <RichText html={content.pc} className={`${className} max-md:hidden`} />
    </>
  )
}
