import { AnyLink } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Paragraphs, Phrases } from '../ui/rich-text.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

const tones = { offer: 'bg-brass-tint', news: '', line: 'bg-leaf-tint' } as const

/** Text with a link and an optional picture: an offer for new customers, news, LINE. */
export function Message({ block }: BlockProps<ShownBlock<'offer' | 'news' | 'line'>>) {
  const { kind, title, text, image_path, image_alt, link_to, link_label } = block
  return (
    <section className={tones[kind]}>
      <div
        className={`mx-auto grid max-w-page items-center gap-8 px-4 py-16 md:px-6 md:py-24 ${image_path ? 'md:grid-cols-[3fr_2fr] md:gap-16' : ''}`}
      >
        <div
          className={`grid gap-6 ${image_path ? 'justify-items-start' : 'mx-auto max-w-text justify-items-center text-center'}`}
        >
          <h2 className="text-2xl md:text-3xl">
            <Phrases>{title}</Phrases>
          </h2>
          <Paragraphs text={text} className="max-w-text" />
          <AnyLink to={link_to} label={link_label} look={kind === 'offer' ? 'primary' : 'secondary'} />
        </div>
        {image_path && (
          <Picture
            path={image_path}
            alt={image_alt}
            sizes="(min-width: 768px) 36vw, 82vw"
            className="max-md:-order-1"
          />
        )}
      </div>
    </section>
  )
}
