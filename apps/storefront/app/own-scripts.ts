import { createHash } from 'node:crypto'

/** The header in which a rendered page names its own inline scripts to the server, which takes it off. */
export const OWN_SCRIPTS = 'x-own-scripts'

/**
 * Takes the mark of this rendering off its scripts. Returns the page, now the same for everybody, and the hashes of the
 * marked scripts for the policy. Other scripts in the page, such as in a text of the shop, cannot know the mark, so the
 * policy does not allow them.
 */
export function extractScriptHashes(marked: string, mark: string): { html: string; hashes: string[] } {
  const own = new RegExp(`<script(?=[^>]*\\snonce="${mark}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g')
  const hashes = new Set<string>()
  for (const [, code] of marked.matchAll(own))
    hashes.add(`'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
  return { html: marked.replaceAll(` nonce="${mark}"`, ''), hashes: [...hashes] }
}
