/** Polyfills for the oldest supported browsers (`../browser-support.ts`), as far as libraries or we need them. Imported first. */

// Missing in Safari 16, Chrome 109 and Firefox 111.
if (!('size' in URLSearchParams.prototype))
  Object.defineProperty(URLSearchParams.prototype, 'size', {
    get(this: URLSearchParams) {
      return [...this.keys()].length
    },
  })
