import { pictureWidths } from '@kushi/values/product'
import { useRouteLoaderData } from 'react-router'
import { AvifSource, srcSetOf } from './avif-source.tsx'

export interface PictureProps {
  /** Path below the image base, without width and format: `large/camellia-oil-1`. Empty: no picture yet. */
  path: string
  /** Alternative text in Japanese. Empty if the text beside the picture says the same. */
  alt: string
  /**
   * The displayed width as in CSS: `(min-width: 768px) 25vw, 41vw`. On phones 10 to 20 % less than the real width: the
   * difference is not visible at that pixel density, and the browser often picks the next smaller file.
   */
  sizes: string
  /**
   * `first`: the largest element of the first view. `near`: in the first view. Otherwise
   * lazy; on phones also after the page's code.
   */
  position?: 'first' | 'near' | 'later'
  /** Square on a phone, so that the text below it is visible soon. */
  isSquareOnPhone?: boolean
  className?: string
}

/** Base URL of the build's own pictures, also for product pictures unless `IMAGE_API` sets another one. */
export const ownPictures = '/sh/pictures/'

/** The URL of a single file below the image base, for link previews. */
export const pictureFile = (base: string, path: string, width = 960) => `${base}${path}-${width}.webp`

/** A product picture, 4:5, in the best format and size for the browser; the camellia mark if there is none. */
export function Picture({ path, ...props }: PictureProps) {
  return path ? <Photo path={path} {...props} /> : <NoPhoto {...props} />
}

function Photo({ path, alt, sizes, position = 'later', isSquareOnPhone = false, className }: PictureProps) {
  const base = useRouteLoaderData<{ client: { image_api: string } }>('root')?.client.image_api ?? ownPictures
  const files = (format: string) =>
    pictureWidths(path).map((width) => ({ url: `${base}${path}-${width}.${format}`, width }))
  const shape = isSquareOnPhone ? 'aspect-4/5 max-md:aspect-square' : 'aspect-4/5'
  return (
    <picture className={position === 'later' ? `later-picture ${shape}` : undefined}>
      <AvifSource files={files('avif')} sizes={sizes} isFirst={position === 'first'} />
      <img
        src={pictureFile(base, path, 640)}
        srcSet={srcSetOf(files('webp'))}
        sizes={sizes}
        alt={alt}
        width={960}
        height={1200}
        loading={position === 'later' ? 'lazy' : 'eager'}
        fetchPriority={position === 'first' ? 'high' : 'auto'}
        decoding={position === 'first' ? 'sync' : 'async'}
        className={`block h-auto w-full object-cover ${shape} ${className ?? ''}`}
      />
    </picture>
  )
}

/** Placeholder of the same size as a picture, in a light line, so that it does not look like an error. */
const NoPhoto = ({ alt, isSquareOnPhone, className }: Pick<PictureProps, 'alt' | 'isSquareOnPhone' | 'className'>) => (
  <span
    {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    className={`grid aspect-4/5 w-full place-items-center bg-sand text-brass ${isSquareOnPhone ? 'max-md:aspect-square' : ''} ${className ?? ''}`}
  >
    <svg aria-hidden="true" viewBox="0 0 28 28" className="w-1/3 max-w-20" fill="none" stroke="currentColor">
      {[0, 72, 144, 216, 288].map((turn) => (
        <ellipse
          key={turn}
          transform={`rotate(${turn} 14 14)`}
          cx="14"
          cy="7.6"
          rx="6.2"
          ry="6.4"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <circle cx="14" cy="14" r="3.4" fill="var(--color-sand)" vectorEffect="non-scaling-stroke" />
    </svg>
  </span>
)
