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
export const Thumbnail = ({ path, number, isShown, onShow }: ThumbnailProps) => (
  <li className="max-md:max-w-tap max-md:grow">
    <button
      type="button"
      aria-label={`写真${number}を見る`}
      aria-current={isShown ? 'true' : undefined}
      onClick={onShow}
      className="group grid h-tap w-full content-end px-1 pb-4 md:h-auto md:w-16 md:border md:border-transparent md:p-px md:aria-current:border-ink"
    >
      <span className="border-t-2 border-ink/55 group-aria-current:border-t-4 group-aria-current:border-ink md:hidden" />
      <span className="max-md:hidden">
        <Picture path={path} alt="" sizes="64px" />
      </span>
    </button>
  </li>
)
