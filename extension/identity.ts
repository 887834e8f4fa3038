/** Names and ids that the host knows as well: `host/identity.py` holds the same values, and a test compares them. */

export const HOST_NAME = "ai.ambry.host";

/** Fixes the id of the unpacked extension, which the host's manifest names. */
export const CHROMIUM_KEY =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA6eY6Hfq0xmzx51QUCJ6dFskZ5C2EVo2YW/2K" +
  "3rh+EjlscAMGrIJ7X4DuU1SJAomB+RlhP2Cm6GaqmYA0nGJ+D9E1kUuBO/IwTkxAQ13apcEvty6oINkq" +
  "yLoLvTdQK+t85I2TkEGtGYVtZdwtENiqzj/450zdUn2zxa5nL0gXadTKV8fB+gq2gayLLyy+tG64vQjt" +
  "MwImJQBfjbPFlU6wJZlYf3FMcNX7kBQxkWgelrAI+ItS+p6Kx/orDGrZeN5ZBQiuSxkmB/yS47nlIvpj" +
  "WAeQznFIh+mHQqTXaZbUme6xYvaGhe64cK3tDIp+oNh1XFzS1vWdQOYWV3qGIpf2ywIDAQAB";

export const FIREFOX_ID = "companion@ambry.ai";
