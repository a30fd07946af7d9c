/** Reads a picture by its URL. Returns null if it does not lie on the server's disk. */
export type ReadPicture = (url: string) => Promise<Uint8Array | null>

/** In bytes, of all pictures. A slow connection (1.6 Mbit/s) needs 80 ms for them, and the text waits as long. */
const MOST = 16 * 1024

/** Pictures of high priority (`ui/picture.tsx`): their sources. */
const pictures = /<picture[^>]*>((?:<source [^>]*>)+)<img [^>]*fetchPriority="high"/g
const forPhones = /(<source type="image\/avif"(?: media="\(max-[^"]*")?) srcSet="([^"]*)" sizes="([^"]*)"\/>/

/** Pixels that a phone of 390 px shows well until its sharper file is there, for each `vw` of a picture's width. */
const PIXELS_PER_VW = 6

/**
 * Puts the pictures of the first view into the page (one large, or two beside each other), in the width for phones. As
 * files they would take another round trip, which on a slow connection is the largest part of the time until they are
 * seen.
 *
 * Phones show these pixels whatever their density; `press/early.ts` restores `sizes` when the page's code is there, and
 * only then a denser screen requests its sharper files. React does not compare attributes when it hydrates.
 *
 * Unchanged if the page has no such picture, or if one of them can't be read or all of them have more than 16 KB.
 */
export async function withFirstPictures(html: string, read: ReadPicture): Promise<string> {
  const inlined = await Promise.all([...html.matchAll(pictures)].map(([, sources]) => inline(sources!, read)))
  if (inlined.some((picture) => !picture) || inlined.reduce((sum, picture) => sum + picture!.bytes, 0) > MOST)
    return html
  return inlined.reduce((page, picture) => page.replace(picture!.source, () => picture!.inPage), html)
}

async function inline(sources: string, read: ReadPicture) {
  const [source, begin, files, sizes] = forPhones.exec(sources) ?? []
  const wanted = PIXELS_PER_VW * Number.parseFloat(sizes?.split(', ').at(-1) ?? '')
  // The smaller files would be taken first, and no phone needs them here.
  const [small, ...larger] =
    files?.split(', ').filter((file) => Number.parseInt(file.split(' ')[1]!, 10) >= wanted) ?? []
  const [url, width] = small?.split(' ') ?? []
  const content = url && (await read(url))
  if (!source || !content) return null
  const data = `data:image/avif;base64,${Buffer.from(content).toString('base64')} ${width}`
  const smallest = sizes!.replace(/[^,]*$/, ' 1px').trim()
  const inPage = `${begin} srcSet="${[data, ...larger].join(', ')}" sizes="${smallest}" data-sizes="${sizes}"/>`
  return { source, inPage, bytes: content.length }
}
