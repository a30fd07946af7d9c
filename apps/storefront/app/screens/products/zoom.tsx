import type { ProductImage } from '@kushi/contract/product'
import { pictureWidths } from '@kushi/values/product'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'

interface ZoomProps {
  pictures: readonly ProductImage[]
  /** Index of the picture; null: closed. */
  shown: number | null
  onClose: () => void
}

/** A picture larger than on the page, in which the visitor can scroll. A click shows the whole of it, and back. */
export default function Zoom({ pictures, shown, onClose }: ZoomProps) {
  const [fittedIndex, setFittedIndex] = useState<number | null>(null)
  const isLarge = fittedIndex !== shown
  const picture = shown === null ? undefined : pictures[shown]
  const close = () => {
    setFittedIndex(null)
    onClose()
  }
  const widest = picture && pictureWidths(picture.path).at(-1)
  const large = `w-[200%] max-w-none cursor-zoom-out ${widest === 1600 ? 'md:w-[1600px]' : 'md:w-[960px]'}`
  return (
    <Dialog open={picture !== undefined} onClose={close} title="写真" placement="full">
      {picture && (
        <button
          type="button"
          aria-label={isLarge ? '全体を見る' : '大きく見る'}
          ref={centre}
          onClick={({ currentTarget }) => {
            setFittedIndex(isLarge ? shown : null)
            requestAnimationFrame(() => centre(currentTarget))
          }}
          className={`mx-auto block touch-auto ${isLarge ? large : 'w-full max-w-[calc((100dvh-6rem)*0.8)] cursor-zoom-in'}`}
        >
          <Picture path={picture.path} alt={picture.alt} sizes={`${widest}px`} position="near" />
        </button>
      )}
    </Dialog>
  )
}

const centre = (picture: HTMLElement | null) => picture?.scrollIntoView({ block: 'center', inline: 'center' })
