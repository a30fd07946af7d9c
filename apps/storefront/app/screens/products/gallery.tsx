import type { ProductImage } from '@kushi/contract/product'
import { useEffect, useRef, useState } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { Thumbnail } from './thumbnail.tsx'

const sizes = '(min-width: 1120px) 540px, (min-width: 768px) 48vw, 100vw'

interface GalleryProps {
  pictures: readonly ProductImage[]
  /** The picture of a choice that was just made. */
  wanted?: { path: string } | null
}

/** The product's pictures: wiped on phones, chosen by their small copies everywhere. */
export function Gallery({ pictures, wanted = null }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const show = (index: number) => {
    const list = row.current
    list?.scrollTo({ left: index * list.clientWidth, behavior: 'smooth' })
  }
  useEffect(() => {
    const list = row.current
    const index = pictures.findIndex(({ path }) => path === wanted?.path)
    if (list && index >= 0) list.scrollTo({ left: index * list.clientWidth, behavior: 'smooth' })
  }, [wanted, pictures])
  return (
    <section
      aria-label="商品の写真"
      className="grid content-start gap-3 max-md:-mx-4 md:sticky md:top-20 md:self-start"
    >
      <ul
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        style={{ viewTransitionName: 'product-picture' }}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
      >
        {pictures.length === 0 && (
          <li className="w-full shrink-0">
            <Picture path="" alt="写真は準備中です" sizes={sizes} />
          </li>
        )}
        {pictures.map((picture, index) => (
          <li key={picture.path} className="w-full shrink-0 snap-center">
            <Picture path={picture.path} alt={picture.alt} sizes={sizes} position={index === 0 ? 'first' : 'later'} />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <ul className="flex gap-2 max-md:px-4">
          {pictures.map((picture, index) => (
            <Thumbnail
              key={picture.path}
              path={picture.path}
              number={index + 1}
              isShown={index === shown}
              onShow={() => show(index)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
