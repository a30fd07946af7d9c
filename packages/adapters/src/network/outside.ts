import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are no machine of the open internet: the own network, the own machine, what has another meaning (RFC 6890). */
const inner = new BlockList()
for (const [net, bits] of [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const),
  ...([
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
  ] as const),
  '224.0.0.0/3',
].map((one) => one.split('/')))
  inner.addSubnet(net!, Number(bits), 'ipv4')
/** Of IPv6 only what is handed out (2000::/3) can be outside, but for what wraps another address or is for books. */
const handedOut = new BlockList()
handedOut.addSubnet('2000::', 3, 'ipv6')
const wrapped = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  wrapped.addSubnet(net, bits, 'ipv6')

export function isInside(address: string): boolean {
  if (isIP(address) === 4) return inner.check(address, 'ipv4')
  return !handedOut.check(address, 'ipv6') || wrapped.check(address, 'ipv6')
}

class InsideAddress extends Error {
  readonly code = 'ERR_INSIDE_ADDRESS'
}
const refused = (host: string) => new InsideAddress(`${host} leads into the network of this machine`)

/**
 * `lookup` for a connection that somebody else names the host of: refuses a name of which any address lies inside. The address that
 * was looked at is the one that is connected to. A host that is an address itself is never looked up: see `refuseInside`.
 */
export const outsideLookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    if (found.length === 0 || found.some(({ address }) => isInside(address))) return done(refused(host), '')
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })

/** @throws where `host` is an address inside; one in brackets too */
export function refuseInside(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && isInside(address)) throw refused(host)
}

/** Whether a host leads inside as things stand; a name that nobody knows does not. */
export async function leadsInside(host: string): Promise<boolean> {
  try {
    refuseInside(host)
    await new Promise((done, fail) => outsideLookup(host, {}, (error, found) => (error ? fail(error) : done(found))))
    return false
  } catch (error) {
    return error instanceof InsideAddress
  }
}
