#!/bin/sh
# Makes the bucket S3_BUCKET in the container s3, and the user S3_ACCESS_KEY_ID, who has rights in this bucket alone.
# Run in the image of s3, which has mc. What is there already stays; the user's key is set anew.
set -eu
read -r root_key </run/secrets/s3-root-key || [ -n "$root_key" ]
read -r key </run/secrets/s3-secret-access-key || [ -n "$key" ]
export MC_CONFIG_DIR=/tmp/mc "MC_HOST_s3=http://root:$root_key@s3:9000"

tries=60
until why=$(mc ls s3 2>&1); do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || { echo "The store doesn't answer: $why" >&2; exit 1; }
  sleep 1
done
mc mb --quiet --ignore-existing "s3/$S3_BUCKET"
# By standard input: arguments are visible to every user of the machine.
printf '%s\n%s\n' "$S3_ACCESS_KEY_ID" "$key" | mc admin user add s3
cat >/tmp/rights.json <<END
{ "Version": "2012-10-17", "Statement": [
  { "Effect": "Allow", "Action": ["s3:PutObject", "s3:GetObject", "s3:DeleteObject"], "Resource": ["arn:aws:s3:::$S3_BUCKET/*"] },
  { "Effect": "Allow", "Action": ["s3:ListBucket"], "Resource": ["arn:aws:s3:::$S3_BUCKET"] }
] }
END
mc admin policy create s3 program /tmp/rights.json
if ! why=$(mc admin policy attach s3 program --user "$S3_ACCESS_KEY_ID" 2>&1); then
  case $why in *'already in effect'*) ;; *) echo "$why" >&2; exit 1 ;; esac
fi
echo "The bucket $S3_BUCKET is there."
