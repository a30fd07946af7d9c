import { AnyLink } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Paragraphs, Phrases } from '../ui/rich-text.tsx'
import { isWidePicture, WidePicture } from '../ui/wide-picture.tsx'
import type { BlockProps } from './block-props.ts'
import type { ShownBlock } from './load-blocks.server.ts'

/** Introduces the shop with a picture and two sentences; the title of the first is the h1. On phones the text is below the picture. */
export function Hero({ block, indexOfKind }: BlockProps<ShownBlock<'hero'>>) {
  const { title, text, image_path, image_alt, link_to, link_label } = block
  const Heading = indexOfKind === 0 ? 'h1' : 'h2'
  const textBlock = (
    <>
      {title && (
        <Heading className="text-3xl md:text-4xl">
          <Phrases>{title}</Phrases>
        </Heading>
      )}
      <Paragraphs text={text} className="max-w-text" />
      <AnyLink to={link_to} label={link_label} />
    </>
  )
  if (image_path && isWidePicture(image_path))
    return (
      <section className="relative">
        <WidePicture alt={image_alt} />
        <div className="grid content-center justify-items-start gap-6 px-4 py-10 md:absolute md:inset-y-0 md:left-[max(1.5rem,calc(50vw-33.5rem))] md:w-[34%] md:max-w-[22rem] md:p-0">
          {textBlock}
        </div>
      </section>
    )
  return (
    <section className="mx-auto grid max-w-page items-center gap-x-16 md:grid-cols-2 md:px-6">
      {image_path && (
        <Picture
          path={image_path}
          alt={image_alt}
          sizes="(min-width: 1120px) 520px, (min-width: 768px) 46vw, 82vw"
          position="first"
        />
      )}
      <div
        className={`grid justify-items-start gap-6 px-4 py-12 md:px-0 md:py-24 ${image_path ? '' : 'md:col-span-2'}`}
      >
        {textBlock}
      </div>
    </section>
  )
}
