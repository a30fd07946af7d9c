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

/** A picture that fits the window. A click enlarges it, so that the visitor can scroll in it. */
export default function Zoom({ pictures, shown, onClose }: ZoomProps) {
  const [isLarge, setLarge] = useState(false)
  const picture = shown === null ? undefined : pictures[shown]
  const widest = picture && pictureWidths(picture.path).at(-1)
  const large = `w-[200%] max-w-none cursor-zoom-out ${widest === 1600 ? 'md:w-[1600px]' : 'md:w-[960px]'}`
  return (
    <Dialog open={picture !== undefined} onClose={onClose} title="写真" placement="full">
      {picture && (
        <button
          type="button"
          aria-label={isLarge ? '全体を見る' : '大きく見る'}
          onClick={({ currentTarget }) => {
            setLarge(!isLarge)
            requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'center', inline: 'center' }))
          }}
          className={`mx-auto block touch-auto ${isLarge ? large : 'w-full max-w-[70dvh] cursor-zoom-in'}`}
        >
          <Picture path={picture.path} alt={picture.alt} sizes={`${widest}px`} position="near" />
        </button>
      )}
    </Dialog>
  )
}
