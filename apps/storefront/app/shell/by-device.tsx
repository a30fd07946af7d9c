import { RichText } from '../ui/rich-text.tsx'

/** `mobile` null: same as `pc`. */
export interface LayoutContent {
  pc: string
  mobile: string | null
}

/**
 * Shop content with a variant per device. The page is cached for all visitors, so it contains both if they differ.
 * `press/early.ts` marks the document by the user agent, and the styles show one of them.
 */
export function ByDevice({ content, className }: { content: LayoutContent; className: string }) {
  if (content.mobile === null) return <RichText html={content.pc} className={className} />
  return (
    <>
      <RichText html={content.mobile} className={`${className} only-mobile`} />
      <RichText html={content.pc} className={`${className} only-pc`} />
    </>
  )
}
