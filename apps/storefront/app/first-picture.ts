/** Reads a picture by its URL. Returns null if it does not lie on the server's disk. */
export type ReadPicture = (url: string) => Promise<Uint8Array | null>

/** In bytes. A slow connection (1.6 Mbit/s) needs 80 ms for them, and the text below the picture waits as long. */
const MOST = 16 * 1024

/** A picture of high priority (`ui/picture.tsx`): its sources. */
const largest = /<picture[^>]*>((?:<source [^>]*>)+)<img [^>]*fetchPriority="high"/g
const forPhones = /(<source type="image\/avif"(?: media="\(max-[^"]*")?) srcSet="([^"]*)" sizes="([^"]*)"\/>/

/**
 * Puts the largest picture of the first view into the page, in the width for phones. As a file it would take another
 * round trip, which on a slow connection is the largest part of the time until it is seen.
 *
 * Phones show these 640 px whatever their density; `press/early.ts` restores `sizes` when the page's code is there, and
 * only then a denser screen requests its sharper file. React does not compare attributes when it hydrates.
 *
 * Unchanged if the page has no such picture, or several, or one of more than 16 KB.
 */
export async function withFirstPicture(html: string, read: ReadPicture): Promise<string> {
  const [picture, ...others] = html.matchAll(largest)
  const [source, begin, files, sizes] = (others.length === 0 && forPhones.exec(picture?.[1] ?? '')) || []
  // The smaller files would be taken first, and no phone needs them for the largest picture.
  const [small, ...larger] = files?.split(', ').filter((file) => Number.parseInt(file.split(' ')[1]!, 10) >= 640) ?? []
  const [url, width] = small?.split(' ') ?? []
  if (!source || width !== '640w') return html
  const content = await read(url!)
  if (!content || content.length > MOST) return html
  const data = `data:image/avif;base64,${Buffer.from(content).toString('base64')} ${width}`
  const smallest = sizes!.replace(/[^,]*$/, ' 1px').trim()
  const inlined = `${begin} srcSet="${[data, ...larger].join(', ')}" sizes="${smallest}" data-sizes="${sizes}"/>`
  return html.replace(source, () => inlined)
}
