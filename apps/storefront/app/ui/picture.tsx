export interface PictureProps {
  /** Below the image base, without width and format: `camellia-oil-1`. */
  path: string
  /** What is in it, in Japanese. Empty where the words beside it say the same. */
  alt: string
  /** The width at which it is shown, as in CSS: `(min-width: 768px) 25vw, 50vw`. */
  sizes: string
  /** `first`: the largest thing at first sight. `near`: visible at first sight. Else it waits until it comes near. */
  position?: 'first' | 'near' | 'later'
  className?: string
}

export const imageBase = '/sh/pictures/'
const widths = [320, 640, 960]
const srcSet = (path: string, format: string) =>
  widths.map((width) => `${imageBase}${path}-${width}.${format} ${width}w`).join(', ')

/** The address of a single file, for link previews. */
export const pictureFile = (path: string, width = 960) => `${imageBase}${path}-${width}.webp`

/** A product picture, 4:5, in the format and size that the browser likes best. */
export function Picture({ path, alt, sizes, position = 'later', className }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(path, 'avif')} sizes={sizes} />
      <img
        src={`${imageBase}${path}-640.webp`}
        srcSet={srcSet(path, 'webp')}
        sizes={sizes}
        alt={alt}
        width={960}
        height={1200}
        loading={position === 'later' ? 'lazy' : 'eager'}
        fetchPriority={position === 'first' ? 'high' : 'auto'}
        decoding={position === 'first' ? 'sync' : 'async'}
        className={`block aspect-4/5 h-auto w-full object-cover ${className ?? ''}`}
      />
    </picture>
  )
}
