// The mail domains of Japanese customers. Domains that differ by one letter from another (mail.com) are listed so that
// they are not corrected.
const KNOWN = (
  'gmail.com googlemail.com yahoo.co.jp yahoo.ne.jp yahoo.com ymail.ne.jp ymail.com docomo.ne.jp ezweb.ne.jp au.com ' +
  'softbank.ne.jp softbank.co.jp i.softbank.jp vodafone.ne.jp ymobile.ne.jp uqmobile.jp disney.ne.jp rakuten.jp rakumail.jp ' +
  'icloud.com me.com mac.com hotmail.com hotmail.co.jp outlook.com outlook.jp live.jp live.com msn.com aol.com ' +
  'nifty.com biglobe.ne.jp ocn.ne.jp so-net.ne.jp plala.or.jp dion.ne.jp excite.co.jp mail.com email.com hotmail.jp'
).split(' ')

// Errors that no spelling distance finds: a wrong ending that people in Japan expect.
const WRONG_ENDING: Readonly<Record<string, string>> = {
  'gmail.co.jp': 'gmail.com',
  'gmail.ne.jp': 'gmail.com',
  'gmail.jp': 'gmail.com',
  'icloud.co.jp': 'icloud.com',
  'icloud.ne.jp': 'icloud.com',
  'icloud.jp': 'icloud.com',
  'yahoo.jp': 'yahoo.co.jp',
  'docomo.co.jp': 'docomo.ne.jp',
  'docomo.jp': 'docomo.ne.jp',
  'ezweb.co.jp': 'ezweb.ne.jp',
  'ezweb.jp': 'ezweb.ne.jp',
}

/** Returns how many letters to add, drop, change or swap with their neighbour to turn one word into the other. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + changed)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/**
 * Returns the address that was probably meant (`hanako@gmial.com` → `hanako@gmail.com`), or null. Use it only as a
 * question to the customer: an unusual domain may be real, so it must not be rejected or changed.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || KNOWN.includes(domain) || domain.length > 30) return null

  let best = WRONG_ENDING[domain]
  let bestDistance = 3
  for (const known of best ? [] : KNOWN) {
    const slips = distance(domain, known)
    // Short domains all resemble one another. Two errors that also change the first letter mean another name.
    if (known.length >= 8 && slips < bestDistance && (slips < 2 || domain[0] === known[0])) {
      best = known
      bestDistance = slips
    }
  }
  return best === undefined ? null : `${email.slice(0, at)}@${best}`
}
