import { Picture } from '../../ui/picture.tsx'

interface ItemPicturesProps {
  items: readonly { product_image: string }[]
  isLarge?: boolean
}

const MOST = 4

/** Small pictures of the items in a parcel. The names are shown beside them. */
export function ItemPictures({ items, isLarge = false }: ItemPicturesProps) {
  const pictures = [...new Set(items.map(({ product_image }) => product_image).filter(Boolean))].slice(0, MOST)
  if (pictures.length === 0) return null
  return (
    <div aria-hidden="true" className="flex shrink-0 gap-2">
      {pictures.map((path) => (
        <span key={path} className={`block ${isLarge ? 'w-20' : 'w-14'}`}>
          <Picture path={path} alt="" sizes={isLarge ? '80px' : '56px'} className="rounded-base" />
        </span>
      ))}
    </div>
  )
}
