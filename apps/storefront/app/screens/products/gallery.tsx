import type { ProductImage } from '@kushi/contract/product'
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { usePictureTransition } from '../../parts/picture-transition.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'

interface ThumbnailProps {
  path: string
  number: number
  isShown: boolean
  onShow: () => void
}

/**
 * A thumbnail that selects a picture. On a phone, where pictures are swiped, only
 * a line at the lower edge of the picture.
 */
const Thumbnail = ({ path, number, isShown, onShow }: ThumbnailProps) => (
  <li className="max-md:max-w-tap max-md:grow">
    <button
      type="button"
      // The keyboard has the arrow keys of the picture itself: the gallery is one stop of the tab key.
      tabIndex={-1}
      aria-label={`写真${number}を見る`}
      aria-current={isShown ? 'true' : undefined}
      onClick={onShow}
      className="group grid h-tap w-full content-end px-[4px] pb-4 md:h-auto md:border md:border-transparent md:p-px md:aria-current:border-ink"
    >
      <span className="border-t-2 border-ink/55 group-aria-current:border-t-4 group-aria-current:border-ink md:hidden" />
      <span className="max-md:hidden">
        <Picture path={path} alt="" sizes="64px" />
      </span>
    </button>
  </li>
)

const Zoom = lazy(() => loadChunk(() => import('./zoom.tsx')))

const sizes = '(min-width: 1120px) 540px, (min-width: 768px) 48vw, 82vw'

interface GalleryProps {
  pictures: readonly ProductImage[]
  /** The picture of the SKU that was just chosen. */
  requestedPicture?: { path: string } | null
  /** The picture that stands first, if the list has it: that of the SKU whose price stands beside. */
  firstPath?: string | null
}

/** The product's pictures: swiped on phones, chosen by thumbnails everywhere. */
export function Gallery({ pictures: all, requestedPicture = null, firstPath = null }: GalleryProps) {
  // The order of the first view stays: a SKU that sells out meanwhile moves no picture.
  const [first] = useState(firstPath)
  const pictures = useMemo(
    () => [...all.filter(({ path }) => path === first), ...all.filter(({ path }) => path !== first)],
    [all, first],
  )
  const row = useRef<HTMLUListElement>(null)
  const keys = useId()
  const moved = usePictureTransition(useLocation().pathname)
  const [shown, setShown] = useState(0)
  /** Index of the enlarged picture; null: none. The code is loaded only for the first one. */
  const [zoomed, setZoomed] = useState<number | null>(null)
  const wasZoomed = useRef(false)
  if (zoomed !== null) wasZoomed.current = true
  const show = (index: number) => {
    const list = row.current
    list?.scrollTo({ left: index * list.clientWidth, behavior: 'smooth' })
  }
  useEffect(() => {
    const list = row.current
    const index = pictures.findIndex(({ path }) => path === requestedPicture?.path)
    if (list && index >= 0) list.scrollTo({ left: index * list.clientWidth, behavior: 'smooth' })
  }, [requestedPicture, pictures])
  return (
    <section
      aria-label="商品の写真"
      className="grid content-start gap-3 max-md:-mx-4 md:sticky md:top-20 md:self-start"
    >
      <ul
        ref={row}
        style={moved}
        onKeyDown={(event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
          const next = step === undefined ? undefined : event.currentTarget.children[shown + step]
          if (step === undefined || !next) return
          event.preventDefault()
          next.querySelector('button')?.focus({ preventScroll: true })
          show(shown + step)
        }}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
      >
        {pictures.length === 0 && (
          <li className="w-full shrink-0">
            <Picture path="" alt="写真は準備中です" sizes={sizes} />
          </li>
        )}
        {pictures.map((picture, index) => (
          <li key={picture.path} className="relative w-full shrink-0 snap-center">
            <Picture path={picture.path} alt={picture.alt} sizes={sizes} position={index === 0 ? 'first' : 'later'} />
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`写真${index + 1}を拡大する`}
              aria-describedby={pictures.length > 1 ? keys : undefined}
              tabIndex={index === shown ? 0 : -1}
              onClick={() => setZoomed(index)}
              className="absolute right-3 bottom-3 grid size-tap place-items-center rounded-full bg-washi/80"
            >
              <Icon name="plus" />
            </button>
          </li>
        ))}
      </ul>
      <p id={keys} hidden>
        左右の矢印キーで、ほかの写真に移ります
      </p>
      {pictures.length > 1 && (
        <ul className="relative flex max-md:mx-16 max-md:-mt-14 max-md:justify-center md:grid md:grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] md:gap-2">
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
      {wasZoomed.current && (
        <Suspense fallback={null}>
          <Zoom pictures={pictures} shown={zoomed} onClose={() => setZoomed(null)} />
        </Suspense>
      )}
    </section>
  )
}
