import { Picture } from '../../ui/picture.tsx'

interface ThumbnailProps {
  path: string
  number: number
  isShown: boolean
  onShow: () => void
}

/** A small copy of a picture, which brings the large one. */
export const Thumbnail = ({ path, number, isShown, onShow }: ThumbnailProps) => (
  <li>
    <button
      type="button"
      aria-label={`写真${number}を見る`}
      aria-current={isShown ? 'true' : undefined}
      onClick={onShow}
      className="block w-16 border border-transparent p-px aria-current:border-ink"
    >
      <Picture path={path} alt="" sizes="64px" />
    </button>
  </li>
)
