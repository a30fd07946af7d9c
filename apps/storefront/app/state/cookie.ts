/** The value of a cookie in a `document.cookie` text, or null. */
export function cookieIn(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; '))
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1))
  return null
}

/** The text that sets a cookie for the whole site; `days` 0 removes it. */
export const cookieText = (name: string, value: string, days: number, isSecure: boolean) =>
  `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * 86_400}; samesite=lax${isSecure ? '; secure' : ''}`
