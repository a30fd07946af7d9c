import { createContext, use } from 'react'

/** A file of a picture and its width in pixels. */
export interface PictureFile {
  url: string
  width: number
}

/** The files that a rendering on the server may put into its page; null: none. */
export const PicturesInPage = createContext<{ read(url: string): Promise<string | null> } | null>(null)

/** Pixels that a phone of 390 px shows well until its sharper file is there, for each `vw` of a picture's width. */
const PIXELS_PER_VW = 6

interface AvifSourceProps {
  files: readonly PictureFile[]
  sizes: string
  media?: string | undefined
  /** The picture is the largest of the first view. */
  isFirst: boolean
}

/**
 * The AVIF files of a picture. The page contains those of the first view, in the width for phones: as files they would
 * take another round trip, which on a slow connection is the largest part of the time until they are seen.
 *
 * Phones show these pixels whatever their density; `press/early.ts` restores `sizes` when the page's code is there, and
 * only then a denser screen requests its sharper files. React does not compare attributes when it hydrates.
 */
export function AvifSource({ isFirst, ...props }: AvifSourceProps) {
  return import.meta.env.SSR && isFirst ? <SourceInPage {...props} /> : <Source {...props} />
}

export const srcSetOf = (files: readonly PictureFile[]) => files.map(({ url, width }) => `${url} ${width}w`).join(', ')

const Source = ({ files, sizes, media }: Omit<AvifSourceProps, 'isFirst'>) => (
  <source type="image/avif" media={media} srcSet={srcSetOf(files)} sizes={sizes} suppressHydrationWarning />
)

function SourceInPage({ files, sizes, media }: Omit<AvifSourceProps, 'isFirst'>) {
  const pictures = use(PicturesInPage)
  const wanted = PIXELS_PER_VW * Number.parseFloat(sizes.split(', ').at(-1)!)
  // The smaller files would be taken first, and no phone needs them here.
  const [small, ...larger] = files.filter(({ width }) => width >= wanted)
  const content = small && pictures && use(pictures.read(small.url))
  if (!content) return <Source files={files} sizes={sizes} media={media} />
  const inPage = [{ url: `data:image/avif;base64,${content}`, width: small.width }, ...larger]
  const smallest = sizes.replace(/[^,]*$/, ' 1px').trim()
  return <source type="image/avif" media={media} srcSet={srcSetOf(inPage)} sizes={smallest} data-sizes={sizes} />
}
