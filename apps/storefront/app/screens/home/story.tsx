import { AnyLink } from '../../ui/any-link.tsx'
import { Paragraphs } from '../../ui/paragraphs.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Block } from './load-home.server.ts'

/** A step of the story: picture and words from edge to edge, changing sides; on a wide screen its title runs downwards. */
export function Story({ block, number }: { block: Block; number: number }) {
  const { title, text, image_path, image_alt, link_to, link_label } = block
  const isTurned = number % 2 === 0
  return (
    <section className={isTurned ? 'bg-sand' : ''}>
      <div className={`grid items-center ${image_path ? 'md:grid-cols-2' : ''}`}>
        {image_path && (
          <div className={isTurned ? 'md:order-2' : ''}>
            <Picture
              path={image_path}
              alt={image_alt}
              sizes="(min-width: 768px) 50vw, 100vw"
              className="md:max-h-[44rem]"
            />
          </div>
        )}
        <div className="mx-auto flex max-w-page flex-col gap-6 px-4 py-12 md:flex-row-reverse md:items-start md:gap-12 md:px-12 md:py-24 lg:gap-16">
          <h2 className="text-2xl md:text-3xl md:tracking-[0.16em] md:[writing-mode:vertical-rl]">{title}</h2>
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
