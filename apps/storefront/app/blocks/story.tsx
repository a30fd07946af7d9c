import { AnyLink } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Paragraphs } from '../ui/rich-text.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** A block of the story: picture and text over the full width, on alternating sides, with a vertical title. */
export function Story({ block, indexOfKind }: BlockProps<ShownBlock<'story'>>) {
  const { title, text, image_path, image_alt, link_to, link_label } = block
  const isMirrored = indexOfKind % 2 === 1
  return (
    <section className={isMirrored ? 'bg-sand' : ''}>
      <div className={`grid items-center ${image_path ? 'md:grid-cols-2' : ''}`}>
        {image_path && (
          <div
            className={`self-stretch md:max-h-[44rem] md:*:block md:*:h-full md:*:w-full ${isMirrored ? 'md:order-2' : ''}`}
          >
            <Picture path={image_path} alt={image_alt} sizes="(min-width: 768px) 50vw, 82vw" className="md:h-full" />
          </div>
        )}
        <div className="mx-auto flex max-w-page flex-row-reverse items-start justify-between gap-8 px-4 py-16 md:justify-normal md:gap-12 md:px-12 lg:gap-16 lg:py-24">
          <h2 className="text-2xl tracking-[0.16em] [writing-mode:vertical-rl] md:text-3xl">{title}</h2>
          <div className="grid max-w-[26rem] justify-items-start gap-6">
            <Paragraphs text={text} className="leading-loose" />
            <span className="-ml-6 empty:hidden">
              <AnyLink to={link_to} label={link_label} look="quiet" />
            </span>
          </div>
        </div>
      </div>
    </section>
  )
}
