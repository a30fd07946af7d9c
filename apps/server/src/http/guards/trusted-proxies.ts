import { BlockList, isIP } from 'node:net'

/** Number of our proxies in front of the server, or their networks. */
export type TrustedProxies = number | BlockList

/** `TRUST_PROXY`: a number of proxies, or networks such as `10.0.0.0/8, 192.0.2.7`; null: neither. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = new BlockList()
  for (const one of text.split(',').map((part) => part.trim())) {
    const [address = '', prefix, more] = one.split('/')
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const bits = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (version === 0 || more !== undefined || !(bits <= longest)) return null
    networks.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6')
  }
  return networks
}

/**
 * Returns the client's address behind our proxies. Each proxy appends to `X-Forwarded-For` the address that it
 * received the request from; entries before these may be forged. `remote`: the other end of the connection.
 */
export function clientAddressBehind(trust: TrustedProxies, forwardedFor: string | undefined, remote: string): string {
  const chain = [...(forwardedFor?.split(',').map((one) => one.trim()) ?? []), remote]
  if (typeof trust === 'number') {
    const found = chain.at(-1 - trust)
    return found !== undefined && isIP(found) ? found : remote
  }
  let at = chain.length - 1
  while (at > 0 && isTrusted(trust, chain[at]!) && isIP(chain[at - 1]!)) at -= 1
  return chain[at]!
}

function isTrusted(networks: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  return version !== 0 && networks.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
